export function Brand() {
  return <aside />
}
