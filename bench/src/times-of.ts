/** Milliseconds each run of `task` took, one after the other; rising. */
export const timesOf = async (task: () => Promise<unknown>, times: number): Promise<number[]> => {
  const took_ms: number[] = []
  for (let n = 0; n < times; n++) {
    const began = performance.now()
    await task()
    took_ms.push(performance.now() - began)
  }
  return took_ms.sort((a, b) => a - b)
}
