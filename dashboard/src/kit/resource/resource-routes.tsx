import type { ComponentType } from 'react'
import { lazyComponent, type PageRoute } from '../../page-route.ts'
import { type AnyResource, idName, type ResourcePage } from './resource.ts'

type View = ComponentType<{ resource: AnyResource }>

/** Routes of a plain resource: list, create, edit. `one` is the name of its id parameter in the OpenAPI document. */
export function resourceRoutes(
  address: string,
  one: string,
  load: () => Promise<AnyResource>,
  pages: readonly ResourcePage[] = ['list', 'new', 'one'],
): readonly PageRoute[] {
  const at = address.replaceAll(/\{(\w+)\}/g, '$$$1')
  const routes: Record<ResourcePage, PageRoute> = {
    list: view(at, load, () => import('./resource-list.tsx').then(({ ResourceList }) => ResourceList)),
    new: view(`${at}/new`, load, () => import('./resource-new.tsx').then(({ ResourceNew }) => ResourceNew)),
    one: {
      ...view(`${at}/$${one}`, load, () => import('./resource-page.tsx').then(({ ResourcePage }) => ResourcePage), one),
      children: [
        view('delete', load, () => import('./resource-delete.tsx').then(({ ResourceDelete }) => ResourceDelete)),
      ],
    },
  }
  return pages.map((page) => routes[page])
}

function view(path: string, load: () => Promise<AnyResource>, loadView: () => Promise<View>, id?: string): PageRoute {
  const open = async () => {
    const [resource, View] = await Promise.all([load(), loadView()])
    if (id !== undefined && idName(resource) !== id) throw new Error(`The id of ${resource.one} is not ${id}.`)
    return { Page: () => <View resource={resource} /> }
  }
  return {
    path,
    component: lazyComponent(open, 'Page'),
    children: [],
  }
}
