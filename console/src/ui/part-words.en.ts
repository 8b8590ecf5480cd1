/** Words of the larger parts: trees of rights, changes, confirmations, secrets, codes. */
export const en = {
  check: {
    all: 'All · {{checked, number}} of {{total, number}}',
    count: '{{checked, number}} of {{total, number}}',
    differences: 'Only differences (+{{added}} −{{removed}})',
    no_difference: 'Nothing differs.',
    also_added: 'Added along, because it is needed: {{names}}',
    also_removed: 'Removed along, because it needs this: {{names}}',
    dangerous: 'Risk',
    change: { added: 'new', removed: 'gone' },
  },
}
