extension Double {
    var isAtEnd: Bool { self == 0 || self == 1 }

    /// The opacities of the pictures of a cross-fade at 0…1. Together they cover nearly as well as either alone.
    var fadeOut: Double { 1 - self * self }
    var fadeIn: Double { 1 - (1 - self) * (1 - self) }
}
