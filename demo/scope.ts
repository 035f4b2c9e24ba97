/** Whose memory this page shows. A real application puts its own user's id here. */
export const SCOPE = { userId: 'visitor' }
