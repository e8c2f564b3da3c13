import type { FieldProps } from '../../../kit/form/context.tsx'
import type { Place, Tree } from '../rules/condition-tree.ts'

/** What a node needs to change the tree that it is in. */
export type Editing = {
  root: Tree | null
  /** Changes what is filled in. */
  change: (root: Tree | null) => void
  /** Changes the tree, says so, and puts the focus on the condition there. */
  edit: (root: Tree | null, place: Place, said: string) => void
  idOf: (place: Place) => string
}

export type NodeProps = Pick<FieldProps, 'field' | 'path'> & { tree: Tree; place: Place; editing: Editing }
