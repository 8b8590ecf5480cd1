/** Words of choosing a picture. */
export const en = {
  title: 'Picture',
  none: 'No picture yet',
  choose: 'Choose a picture…',
  other: 'Another picture…',
  remove: 'Remove',
  hint: 'or drop one here: PNG, JPEG or WebP; it is made smaller',
  other_kind: 'This file is no PNG, JPEG or WebP.',
  broken: 'This picture is broken.',
  too_large: 'At most {{megabytes, number}} MB.',
  saved: 'The picture was saved.',
  removed: 'The picture was removed.',
}
