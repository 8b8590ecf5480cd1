/** Catalogues that the first screen shows. */
export const catalogues = import.meta.glob<object>(
  [
    '../{shell,ui}/messages.en.json',
    '../../../contract/src/{session,devices,audit,notifications,exports}/messages.en.json',
    '../../../contract/src/messages/{errors,role-names}.en.json',
  ],
  { eager: true, import: 'default' },
)
