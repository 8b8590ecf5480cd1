/** Catalogues that the first screen shows. */
export const catalogues = import.meta.glob<object>(
  [
    '../{shell,ui}/messages.zh.json',
    '../../../contract/src/{session,devices,audit,notifications,exports}/messages.zh.json',
    '../../../contract/src/messages/{errors,role-names}.zh.json',
  ],
  { eager: true, import: 'default' },
)
