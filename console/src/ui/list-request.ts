/** Drops undefined and empty texts (spec 5). */
export const withoutEmpty = <Values extends object>(values: Values): Values =>
  // Only optional members can be dropped, so the type stays.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as Values
