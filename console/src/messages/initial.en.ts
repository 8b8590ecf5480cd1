/** Catalogues that the first screen shows, and of all others the sections that it needs. */
export const catalogues = {
  ...import.meta.glob<object>(
    [
      '../{shell,ui}/messages.en.json',
      '../../../contract/src/messages.en.json',
      '../../../contract/src/{session,devices,audit,notifications,exports}/messages.en.json',
    ],
    { eager: true, import: 'default' },
  ),
  ...import.meta.glob<object>(
    [
      '../{*,features/*}/messages.en.json',
      '../../../contract/src/*/messages.en.json',
      '!../{shell,ui}/messages.en.json',
      '!../../../contract/src/{session,devices,audit,notifications,exports}/messages.en.json',
    ],
    { eager: true, import: 'default', query: '?first' },
  ),
}
