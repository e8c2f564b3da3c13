import { Button } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import type { Node } from '../../../generated/schema.ts'
import { useAddressState, useParam } from '../../../kit/address-state.ts'
import { announce } from '../../../kit/announce.ts'
import { target, useGoTo } from '../../../kit/link.tsx'
import { Page } from '../../../kit/page.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Loaded, ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { type Move, moveSentence } from '../rules/node-tree.ts'
import { NodeProducts } from './node-products.tsx'
import classes from './node-tree.module.css'
import { NodeTree } from './node-tree.tsx'
import { MAX_NODES, NODES, useMoveNodes, useNodes } from './use-nodes.ts'

export function HierarchyPage() {
  const paths = usePaths()
  const hierarchy_id = useParam('hierarchy')
  const to = (part: string) => paths.hierarchy(hierarchy_id, part)
  const query = useRead('/v2/hierarchies/{hierarchy_id}', { params: { path: { hierarchy_id } } })
  const [{ node }] = useAddressState()
  const below = node === undefined ? '' : `?parent=${node}`
  const actions = [
    { name: 'New node', key: 'n', to: to(`nodes/new${below}`), operation: 'CreateNode' as const },
    { name: 'Edit', key: 'e', to: to('edit'), operation: 'UpdateHierarchy' as const },
    { name: 'Duplicate', to: to('duplicate'), operation: 'DuplicateHierarchy' as const },
    { name: 'Delete', danger: true, to: to('delete'), operation: 'DeleteHierarchy' as const },
  ]
  return (
    <Page
      title={query.data?.data.attributes.name ?? 'Hierarchy'}
      description={query.data?.data.attributes.description}
      request={{ path: NODES, params: { hierarchy_id } }}
      crumbs={[{ label: 'Hierarchies', to: paths.hierarchies() }]}
      actions={actions}
    >
      <Loaded query={query} what="hierarchy">
        {({ data }) => <Content hierarchy_id={data.id} name={data.attributes.name} to={to} />}
      </Loaded>
      <Outlet />
    </Page>
  )
}

type ContentProps = { hierarchy_id: string; name: string; to: (part: string) => string }

function Content({ hierarchy_id, name, to }: ContentProps) {
  const nodes = useNodes(hierarchy_id)
  return (
    <Loaded query={nodes} what="hierarchy">
      {(all) =>
        all.length === 0 ? <NoNodes to={to('nodes/new')} /> : <Columns {...{ hierarchy_id, name, to }} nodes={all} />
      }
    </Loaded>
  )
}

function Columns({ hierarchy_id, name, to, nodes }: ContentProps & { nodes: readonly Node[] }) {
  const goTo = useGoTo()
  const [{ node: selected }, change] = useAddressState()
  const move = useMoveNodes(hierarchy_id)
  const mayMove = whyForbidden('UpdateNode', useScope()) === null
  const moveNode = (id: string, moves: readonly Move[]) =>
    move.mutate(moves, { onSuccess: () => announce(moveSentence(nodes, moves, id)) })
  const shown = nodes.find(({ id }) => id === selected)
  const isCut = nodes.length >= MAX_NODES
  return (
    <div className={classes.columns}>
      <Section title="Nodes" flush {...(isCut ? { description: `Only ${MAX_NODES} of them are shown.` } : {})}>
        {move.error !== null && <ProblemView error={move.error} what="node" />}
        <NodeTree
          label={`Nodes of ${name}`}
          nodes={nodes}
          selected={shown?.id ?? null}
          onSelect={(id) => change({ node: id }, 'push')}
          onMove={mayMove ? moveNode : null}
          actions={{
            rename: (id) => goTo(to(`nodes/${id}/edit?node=${id}`)),
            remove: (id) => goTo(to(`nodes/${id}/delete?node=${id}`)),
          }}
        />
      </Section>
      {shown === undefined ? (
        <Section title="Products">Choose a node to see the products in it.</Section>
      ) : (
        <NodeProducts key={shown.id} hierarchy_id={hierarchy_id} node={shown} to={to} />
      )}
    </div>
  )
}

function NoNodes({ to }: { to: string }) {
  return (
    <Empty
      title="No nodes yet"
      action={
        <Button component={Link} {...target(to)}>
          New node
        </Button>
      }
    >
      Nodes are the departments of a shop. Products are placed in them.
    </Empty>
  )
}
