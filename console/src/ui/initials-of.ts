/** Two letters of a name: the initials of two words, the first two letters of one, one character of a Chinese name. */
export const initialsOf = (name: string): string => {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter((word) => word !== '')
  const first = Array.from(words[0] ?? '?')
  if (/\p{Script=Han}/u.test(first[0] ?? '')) return first.at(-1) ?? '?'
  const second = words.length > 1 ? Array.from(words.at(-1) ?? '')[0] : first[1]
  return `${first[0] ?? '?'}${second ?? ''}`.toUpperCase()
}
