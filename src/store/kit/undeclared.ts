/** Reasons why files of `tidings apply` cannot declare a resource, to follow `cart cannot be declared:`. */
export const UNDECLARED = {
  people: 'it is data of shoppers, which `tidings import` and the API write.',
  assortment: 'it is data of the assortment, which `tidings import` and the API write.',
  shopping: 'it is what shoppers do.',
  action: 'it is an action, not something that the store has.',
} as const
