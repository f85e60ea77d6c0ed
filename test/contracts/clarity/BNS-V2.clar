;; Functions of BNS-V2 with their types and error codes, for a few names.
(define-non-fungible-token BNS-V2 uint)
(define-constant ERR-NO-NAME (err u106))
(define-constant ERR-NO-PRIMARY (err u131))
(define-map primary principal { name: (buff 48), namespace: (buff 20) })
(define-map properties { name: (buff 48), namespace: (buff 20) } { owner: principal, renewal: uint })

(define-read-only (get-primary (owner principal))
  (ok (some (unwrap! (map-get? primary owner) ERR-NO-PRIMARY))))
(define-read-only (can-resolve-name (namespace (buff 20)) (name (buff 48)))
  (ok (unwrap! (map-get? properties { name: name, namespace: namespace }) ERR-NO-NAME)))
(define-read-only (get-owner-name (name (buff 48)) (namespace (buff 20)))
  (ok (some (get owner (unwrap! (map-get? properties { name: name, namespace: namespace }) ERR-NO-NAME)))))
(define-public (transfer (id uint) (owner principal) (recipient principal))
  (nft-transfer? BNS-V2 id owner recipient))

(define-private (add (owner principal) (name (buff 48)) (of principal) (renewal uint))
  (begin
    (map-set properties { name: name, namespace: 0x627463 } { owner: of, renewal: renewal })
    (map-set primary owner { name: name, namespace: 0x627463 })))
;; alice.btc, without an end
(add 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J 0x616c696365 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J u0)
;; old.btc, which was not renewed
(add 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH 0x6f6c64 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH u1)
;; sold.btc, which belongs to somebody else
(add 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7 0x736f6c64 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J u0)
;; al<U+0456>ce.btc, with a letter that looks like an i
(add 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE 0x616cd1966365 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE u0)
