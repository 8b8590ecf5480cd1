/** Catalogues that the first screen shows, and of all others the sections that it needs. */
export const catalogues = {
  ...import.meta.glob<object>(
    [
      '../{shell,ui}/messages.zh.json',
      '../../../contract/src/messages.zh.json',
      '../../../contract/src/{session,devices,audit,notifications,exports}/messages.zh.json',
    ],
    { eager: true, import: 'default' },
  ),
  ...import.meta.glob<object>(
    [
      '../{*,features/*}/messages.zh.json',
      '../../../contract/src/*/messages.zh.json',
      '!../{shell,ui}/messages.zh.json',
      '!../../../contract/src/{session,devices,audit,notifications,exports}/messages.zh.json',
    ],
    { eager: true, import: 'default', query: '?first' },
  ),
}
