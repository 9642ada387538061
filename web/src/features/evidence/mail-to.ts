/** The addresses in what was typed or pasted, each once: by lines, commas, semicolons or spaces. */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((one) => one.toLowerCase())
      .filter(Boolean),
  ),
]
