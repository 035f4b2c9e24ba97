/** Whose memory this page shows. A real application puts its own user's id here. */
export const SCOPE = { userId: 'visitor' }

export const NAME = 'locket-demo'
