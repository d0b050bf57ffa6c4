// Lists of both services, which come in pages.
import type { ResponsePromise } from './requester.ts'

/**
 * All items of a list: `for await (const item of list)`. Nothing is requested before the first item is needed, and a page when its
 * first item is. `timeoutMs` is for all pages. A list that ends too early, or does not end, is a {@link ContractError}.
 */
export interface List<Item, Page> extends AsyncIterable<Item> {
  /** The items as an array, at most `limit` of them. */
  toArray(options?: { readonly limit?: number | undefined }): Promise<Item[]>
  /** One page as the service sends it: the first, or the one that the options of the list name. */
  page(): ResponsePromise<Page>
}

export function pagedList<Item, Page>(
  page: () => ResponsePromise<Page>,
  items: () => AsyncGenerator<Item, void, undefined>,
): List<Item, Page> {
  return {
    page,
    [Symbol.asyncIterator]: items,
    async toArray({ limit = Number.POSITIVE_INFINITY } = {}) {
      const array: Item[] = []
      if (limit <= 0) return array
      for await (const item of items()) {
        array.push(item)
        if (array.length >= limit) break
      }
      return array
    },
  }
}
