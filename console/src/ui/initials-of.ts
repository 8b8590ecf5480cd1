/** Two letters of a name: the initials of two words, the first two letters of one, one character of a Chinese name. */
export const initialsOf = (name: string): string => {
  const name_parts = name
    .trim()
    .split(/[\s._-]+/)
    .filter((part) => part !== '')
  const first = Array.from(name_parts[0] ?? '?')
  if (/\p{Script=Han}/u.test(first[0] ?? '')) return first.at(-1) ?? '?'
  const second = name_parts.length > 1 ? Array.from(name_parts.at(-1) ?? '')[0] : first[1]
  return `${first[0] ?? '?'}${second ?? ''}`.toUpperCase()
}
