/** Words of what a product looks like. */
export const en = {
  title: 'Picture',
  none: 'No picture yet',
  choose: 'Choose a picture…',
  other: 'Another picture…',
  remove: 'Remove',
  hint: 'or drop one here: PNG, JPEG or WebP; it is made smaller',
  broken: 'This file is no picture.',
  too_large: 'At most {{megabytes, number}} MB.',
  saved: 'The picture was saved.',
  removed: 'The picture was removed.',
}
