"""What the house keeps to itself: keys, sealed facts and committed seeds; and its signed receipts."""
