/** Catalogues that the first screen shows, and of all others the sections that it needs. */
export const catalogues = {
  ...import.meta.glob<object>(
    [
      '../{shell,ui}/messages.pl.json',
      '../../../contract/src/messages.pl.json',
      '../../../contract/src/{session,devices,audit,notifications,exports}/messages.pl.json',
    ],
    { eager: true, import: 'default' },
  ),
  ...import.meta.glob<object>(
    [
      '../{*,features/*}/messages.pl.json',
      '../../../contract/src/*/messages.pl.json',
      '!../{shell,ui}/messages.pl.json',
      '!../../../contract/src/{session,devices,audit,notifications,exports}/messages.pl.json',
    ],
    { eager: true, import: 'default', query: '?first' },
  ),
}
