/** Catalogues that the first view of a device shows, without the sections that come first, and the names of all rights. */
export const catalogues = {
  ...import.meta.glob<object>(['../{*,features/*}/messages.pl.json', '../../../contract/src/*/messages.pl.json'], {
    eager: true,
    import: 'default',
    query: '?right-names',
  }),
  ...import.meta.glob<object>(
    [
      '../points/messages.pl.json',
      '../features/device-detail/messages.pl.json',
      '../../../contract/src/{controls,faults,iccids,replacements}/messages.pl.json',
    ],
    { eager: true, import: 'default', query: '?later' },
  ),
}
