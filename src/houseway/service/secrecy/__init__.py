"""The secrets of the house: keys, sealed facts and committed seeds; and its signed receipts."""
