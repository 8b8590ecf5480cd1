/** Leaves out what is undefined or an empty text (spec 5). */
export const withoutEmpty = <Values extends object>(values: Values): Values =>
  // Only optional members can be left out, so the rest is still what the call wants.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as Values
