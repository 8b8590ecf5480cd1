/** Words of making a product in steps. */
export const en = {
  steps: {
    label: 'Steps',
    basics: 'Basics',
    points: 'Data points',
    check: 'Check',
    panel: 'Panel',
    review: 'Review and publish',
  },
  step_of: 'Step {{step}} of {{steps}} · everything is kept in the draft',
  back: 'Back',
  next: 'Next',
  sources: {
    import: {
      title: 'Register list',
      text: 'The board maker’s list as Excel or CSV, in any column order and language, with a verdict on every row.',
      action: 'Import a list…',
    },
    copy: {
      title: 'Another product',
      text: 'Points of a product that is already there: all of them, or some groups.',
      action: 'Copy from a product…',
    },
    empty: { title: 'Empty', text: 'Points one by one, by hand.', action: 'New point' },
  },
  names_use: 'A unit whose controller announces one of them is recognised as this product.',
  findings: 'What the checks say',
  sound: 'Nothing is wrong.',
  review: {
    what: 'What it is',
    does: 'What it reads and shows',
    writable: 'Writable points',
    faults: 'Fault points',
    tagged: 'With a semantic tag',
    ready: 'It has no effect on units until it is published.',
    published: 'Version {{version}} is in use.',
    open: 'Open the product',
  },
}
