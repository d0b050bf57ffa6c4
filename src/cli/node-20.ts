// What Node 20 lacks of the functions that the gate and the reports use. tsconfig.json keeps others from being used.

export function addMissingFunctions(): void {
  Map.groupBy ??= groupBy
  URL.parse ??= (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null)
}

function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key) {
  const groups = new Map<Key, Item[]>()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    const group = groups.get(key) ?? []
    group.push(item)
    groups.set(key, group)
  }
  return groups
}
