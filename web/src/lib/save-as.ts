/** The browser's own way of saving: a link that is pressed for the person. */
export function saveAs(blob: Blob, name: string) {
  const link = globalThis.document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // Some browsers read the address only after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
