/** Catalogues that the first view of a device shows, without the sections that come first, and the names of all rights. */
export const catalogues = {
  ...import.meta.glob<object>(['../{*,features/*}/messages.zh.json', '../../../contract/src/*/messages.zh.json'], {
    eager: true,
    import: 'default',
    query: '?right-names',
  }),
  ...import.meta.glob<object>(
    [
      '../points/messages.zh.json',
      '../features/device-detail/messages.zh.json',
      '../../../contract/src/{controls,faults,iccids,replacements}/messages.zh.json',
    ],
    { eager: true, import: 'default', query: '?later' },
  ),
}
