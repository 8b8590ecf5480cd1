/** Numbers as people write them: nothing but what may stand between digits, and more of them than an id of ours has. */
export const isPhone = (text: string): boolean =>
  /^\+?[\d\s()-]+$/.test(text) && text.replaceAll(/\D/g, '').length >= (text.startsWith('+') ? 3 : 5)
