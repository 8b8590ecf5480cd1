/** Catalogues of the screens that do not come first. */
export const catalogues = import.meta.glob<object>(
  [
    '../{*,features/*}/messages.pl.json',
    '../../../contract/src/*/messages.pl.json',
    '../../../contract/src/messages/rights.pl.json',
    '!../{shell,ui}/messages.pl.json',
    '!../../../contract/src/{session,devices,audit,notifications,exports}/messages.pl.json',
  ],
  { eager: true, import: 'default' },
)
