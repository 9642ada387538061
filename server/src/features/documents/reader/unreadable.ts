/** A file that can't be read; its message says why, in words for an admin. */
export class UnreadableError extends Error {}
