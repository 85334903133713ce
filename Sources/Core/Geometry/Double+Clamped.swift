extension Double {
    /// The value limited to 0…1.
    package var clamped: Double { min(max(self, 0), 1) }
}
