/// The drawing instructions of an icon, in a box of 24 × 24 whose origin is the top left corner: path elements, and
/// then a painting instruction for them. Everything after `cutouts` is subtracted from the picture, and all after
/// `overlay` drawn over it.
public struct IconDefinition: Sequence, Sendable {
    /// The length of the box's sides.
    public static let side = 24.0

    public enum Instruction: Equatable, Sendable {
        case move(x: Double, y: Double)
        case line(x: Double, y: Double)
        /// A cubic Bézier curve by its control points and its end.
        case curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double)
        case close
        case fill
        case stroke(width: Double)
        case fillAndStroke(width: Double)
        case cutouts
        case overlay
    }

    /// The position in ``Icons/names``.
    let index: Int

    public func makeIterator() -> Iterator {
        Iterator(
            instruction: Int(Icons.instructionStarts[index]), end: Int(Icons.instructionStarts[index + 1]),
            operand: Int(Icons.operandStarts[index]))
    }

    /// A decoder of the generated tables.
    public struct Iterator: IteratorProtocol {
        fileprivate var instruction: Int
        fileprivate let end: Int
        fileprivate var operand: Int

        public mutating func next() -> Instruction? {
            guard instruction < end else { return nil }
            defer { instruction += 1 }
            switch Icons.instructions[instruction] {
            case 0: return .move(x: nextOperand(), y: nextOperand())
            case 1: return .line(x: nextOperand(), y: nextOperand())
            case 2:
                return .curve(
                    x1: nextOperand(), y1: nextOperand(), x2: nextOperand(), y2: nextOperand(), x: nextOperand(),
                    y: nextOperand())
            case 3: return .close
            case 4: return .fill
            case 5: return .stroke(width: nextOperand())
            case 6: return .fillAndStroke(width: nextOperand())
            case 7: return .cutouts
            default: return .overlay
            }
        }

        private mutating func nextOperand() -> Double {
            defer { operand += 1 }
            return Double(Icons.operands[operand]) / 1_000_000
        }
    }
}
