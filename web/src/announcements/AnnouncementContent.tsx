import type { AnnouncedProduct } from '@vitrine/contract/announcements.ts';
import type { RichText } from '@vitrine/contract/values/rich-text.ts';
import type { ReactNode } from 'react';
import { LinkedText } from '../conversations/LinkedText.tsx';
import { imageSource } from '../format/images.ts';
import { Picture } from '../ui/Picture.tsx';
import styles from './content.module.css';
import { type HeadingElement, RichContent } from './RichContent.tsx';

type AnnouncementContentProps<Product extends AnnouncedProduct> = {
  body: string;
  /** Null for one that was written as plain text. */
  content: RichText | null;
  picture: { url: string; width: number; height: number; alt: string } | null;
  products: readonly Product[];
  heading: HeadingElement;
  /** What can be done with a product. */
  actionOf?: (product: Product) => ReactNode;
};

/** Picture, text and products of an announcement, for creators and in the console. */
export function AnnouncementContent<Product extends AnnouncedProduct>({
  body,
  content,
  picture,
  products,
  heading,
  actionOf,
}: AnnouncementContentProps<Product>) {
  return (
    <div className={styles.content}>
      {picture ? (
        <img
          className={styles.picture}
          src={imageSource(picture.url)}
          width={picture.width}
          height={picture.height}
          alt={picture.alt}
          loading="lazy"
        />
      ) : null}
      {content ? (
        <RichContent content={content} heading={heading} />
      ) : (
        <p className={styles.plain}>
          <LinkedText text={body} />
        </p>
      )}
      {products.length > 0 ? (
        <ul className={styles.products}>
          {products.map((product) => (
            <li key={product.id} className={styles.product}>
              <Picture src={imageSource(product.image)} name={product.title} className={styles.productPicture} />
              <span className={styles.productText}>
                <span className={styles.productTitle}>{product.title}</span>
                {actionOf?.(product)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
