/** Nobody listens here, and systems give this port to none: a free one may be another test's a moment later. */
export const CLOSED_PORT = 'http://127.0.0.1:2'
