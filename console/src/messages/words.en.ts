/** Writing to people of the app and to distributors. */
export const en = {
  title: 'Subject',
  text: 'Message',
  send: 'Send',
  sent: 'Sent.',
  to: 'Message to {{name}}',
  to_people_one: 'Message to {{count, number}} person',
  to_people_other: 'Message to {{count, number}} people',
  app_hint: 'It is read in the app. People whose data was erased get nothing.',
}
