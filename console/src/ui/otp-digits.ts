/** The digits of a typed or pasted text, at most `length`: blanks, dashes and full-width digits are accepted. */
export const otpDigits = (text: string, length: number): string =>
  text.normalize('NFKC').replaceAll(/\D/g, '').slice(0, length)
