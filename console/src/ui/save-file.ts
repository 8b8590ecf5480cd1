/** The address of a file stays valid for so long: a browser that is busy takes it up only after the click has returned. */
const REVOKE_AFTER_MS = 60_000

/** Downloads a file. */
export const saveFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS)
}
