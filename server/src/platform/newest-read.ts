/**
 * Hands on what is read, in the order in which the reads began: what an older read finds after a newer one was handed on
 * is dropped, since the newer one saw every change that the older one was called for.
 */
export const handOnNewest = <T>(handOn: (value: T) => void): ((read: () => Promise<T>) => Promise<void>) => {
  let begun = 0
  let newest = 0
  return async (read) => {
    begun += 1
    const turn = begun
    const value = await read()
    if (turn < newest) return
    newest = turn
    handOn(value)
  }
}
