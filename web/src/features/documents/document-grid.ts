/** Where cards of documents stand. */
export const documentGrid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4'
