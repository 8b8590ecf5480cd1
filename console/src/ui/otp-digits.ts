/** The digits of what was typed or pasted, at most `length`: blanks and dashes between them, and wide digits of Chinese keyboards, are read too. */
export const otpDigits = (text: string, length: number): string =>
  text.normalize('NFKC').replaceAll(/\D/g, '').slice(0, length)
