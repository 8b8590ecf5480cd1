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
  changes: {
    added: 'added: ',
    removed: 'removed: ',
    before: 'before: ',
    after: 'after: ',
    yes: 'yes',
    no: 'no',
    more_one: '+{{count}} more',
    more_other: '+{{count}} more',
  },
  confirm: {
    type: 'Type “{{expected}}” to confirm',
    type_first: 'Type “{{expected}}” first.',
    differs: 'This differs from what must be typed.',
    reason: 'Reason',
    reason_first: 'Give a reason first.',
    reason_long: 'The reason is too long.',
  },
  order: {
    handle: 'Move {{name}}, place {{place}} of {{count}}: arrow keys',
    up: 'Move {{name}} up',
    down: 'Move {{name}} down',
  },
  secret: {
    once: 'Shown only this once',
    kept: 'I have saved it in a safe place',
    keep_first: 'Save it first and tick the box.',
  },
}
