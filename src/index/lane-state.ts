/** `used`: part of the ranking. `building`: the index is incomplete, or its model is still loading. `failed`: see `problems`. `off`: there is none. */
export type LaneState = 'used' | 'building' | 'failed' | 'off'
