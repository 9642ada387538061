/** Storage of a browser for a test: what is kept is there as its own keys, as it is in browsers. */
export class FakeStorage {
  [key: string]: unknown

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null
  }

  setItem(key: string, value: string): void {
    this[key] = value
  }

  removeItem(key: string): void {
    // oxlint-disable-next-line typescript/no-dynamic-delete -- a key that a browser would have forgotten
    delete this[key]
  }
}
