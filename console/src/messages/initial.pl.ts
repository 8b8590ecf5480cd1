/** Catalogues that the first screen shows. */
export const catalogues = import.meta.glob<object>(
  [
    '../{shell,ui}/messages.pl.json',
    '../../../contract/src/{session,devices,audit,notifications,exports}/messages.pl.json',
    '../../../contract/src/messages/{errors,role-names}.pl.json',
  ],
  { eager: true, import: 'default' },
)
