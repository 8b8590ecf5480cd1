/** Whether a search text is a phone number: only digits and separators, and more digits than an id of ours. */
export const isPhone = (text: string): boolean =>
  /^\+?[\d\s()-]+$/.test(text) && text.replaceAll(/\D/g, '').length >= (text.startsWith('+') ? 3 : 5)
