/** A value that is made when it is first asked for, and kept: for what is pure and takes long. */
export const lazily = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
