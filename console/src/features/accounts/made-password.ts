/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Larger bytes are rejected: they would make the first letters more likely. */
const UNBIASED_MAX = 256 - (256 % LETTERS.length)

/** Three random groups of four letters, within the 16 characters of the specification. */
export const generatePassword = (): string => `${fourLetters()}-${fourLetters()}-${fourLetters()}`

const fourLetters = (): string => {
  let text = ''
  while (text.length < 4)
    for (const byte of crypto.getRandomValues(new Uint8Array(8)))
      if (byte < UNBIASED_MAX && text.length < 4) text += LETTERS[byte % LETTERS.length] ?? ''
  return text
}
