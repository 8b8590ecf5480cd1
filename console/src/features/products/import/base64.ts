/** The bytes of a file as base64, as the wire wants them. */
export const base64Of = async (file: Blob): Promise<string> => {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'))
    reader.readAsDataURL(file)
  })
  return address.slice(address.indexOf(',') + 1)
}
