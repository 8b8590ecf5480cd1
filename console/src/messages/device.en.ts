/** Catalogues that the first view of a device shows, without the sections that come first, and the names of all rights. */
export const catalogues = {
  ...import.meta.glob<object>(['../{*,features/*}/messages.en.json', '../../../contract/src/*/messages.en.json'], {
    eager: true,
    import: 'default',
    query: '?right-names',
  }),
  ...import.meta.glob<object>(
    [
      '../points/messages.en.json',
      '../features/device-detail/messages.en.json',
      '../../../contract/src/{controls,faults,iccids,replacements}/messages.en.json',
    ],
    { eager: true, import: 'default', query: '?later' },
  ),
}
