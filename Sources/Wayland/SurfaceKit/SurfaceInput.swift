// SPDX-License-Identifier: MIT
import Gestures

/// The receiver of a surface's input events. Points are logical pixels of the surface.
public protocol SurfaceInput: AnyObject {
    func handle(_ event: InputEvent, from source: InputSource)
}
