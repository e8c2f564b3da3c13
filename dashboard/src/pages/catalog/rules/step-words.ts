import type { Step } from './product-steps.ts'

/** Names a step in the list of what was done: "6 variants". */
export function describeStep(step: Step): string {
  switch (step.do) {
    case 'upload':
      return counted(step.pictures.length, 'picture')
    case 'options':
      return `The options ${step.options.map(({ name }) => name).join(' and ')}`
    case 'product':
      return `The product ${step.attributes.name}`
    case 'place':
      return `Its place in ${step.node_ids.length === 1 ? 'a category' : `${step.node_ids.length} categories`}`
    case 'variants':
      return counted(step.variants.length, 'variant')
    case 'prices':
      return step.prices.length === 1 ? 'Its prices' : `Prices of ${step.prices.length} SKUs`
    case 'stock':
      return step.stock.length === 1 ? 'Its stock' : `Stock of ${counted(step.stock.length, 'variant')}`
  }
}

const counted = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
